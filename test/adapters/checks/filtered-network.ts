import { execFileSync } from 'node:child_process';

/** This computer's end of the way to the router, and the router's. */
const [here, router] = ['10.9.0.1', '10.9.0.2'];
const name = `culvert${String(process.pid)}`;

const run = (command: string): void => {
  const [program = '', ...args] = command.split(' ');
  execFileSync(program, args, { stdio: 'pipe' });
};
const inRouter = (command: string): void => {
  run(`ip netns exec ${name} ${command}`);
};

/**
 * A router in a network of its own, through which everything leaves this one: it leads addresses of the
 * internet to servers of this computer, and filters. To be called in a network without any other device.
 */
export function makeFilteredNetwork() {
  run('ip link set lo up');
  run(`ip netns add ${name}`);
  run(`ip link add toRouter type veth peer name toUser netns ${name}`);
  run(`ip addr add ${here}/30 dev toRouter`);
  run('ip link set toRouter up');
  run(`ip route add default via ${router}`);
  inRouter(`ip addr add ${router}/30 dev toUser`);
  inRouter('ip link set toUser up');
  for (const setting of [
    'ip_forward=1',
    'conf.all.send_redirects=0',
    'conf.toUser.send_redirects=0',
  ])
    inRouter(`sysctl -q net.ipv4.${setting}`);
  inRouter('iptables -t nat -A POSTROUTING -o toUser -j MASQUERADE');
  // The servers of tests listen on the loopback.
  for (const device of ['all', 'toRouter'])
    run(`sysctl -q net.ipv4.conf.${device}.route_localnet=1`);
  for (const kind of ['tcp', 'udp'])
    run(`iptables -t nat -A PREROUTING -i toRouter -p ${kind} -j DNAT --to 127.0.0.1`);

  return {
    /** Leads these ports, of one address or of all, to a port of this computer. */
    lead(kind: 'tcp' | 'udp', ports: string, to: number, address = '0.0.0.0/0'): void {
      const matched = `-p ${kind} -d ${address} --dport ${ports}`;
      inRouter(
        `iptables -t nat -A PREROUTING -i toUser ${matched} -j DNAT --to ${here}:${String(to)}`,
      );
    },
    remove(): void {
      run(`ip netns del ${name}`);
    },
    clear(): void {
      inRouter('iptables -F FORWARD');
      inRouter('iptables -t nat -F PREROUTING');
    },
    filter(rules: readonly string[]): void {
      for (const rule of rules) inRouter(`iptables -A FORWARD ${rule}`);
    },
  };
}
