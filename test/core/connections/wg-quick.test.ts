import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutCommands } from '#core/connections/exports/tunnel-commands.ts';
import { installed, testFolder } from '#test/adapters/checks/programs.ts';
import { sampled } from '#test/simulator/deep.ts';

/** The package `wireguard-tools`; `npm test` installs it on Debian and Ubuntu as root. */
const wgQuick = process.platform === 'linux' ? installed('wg-quick') : undefined;
if (wgQuick === undefined) process.stderr.write('\n[wg-quick] not installed: it was not run\n');

const locales = execFileSync('locale', ['-a'], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => /^(C|C\.utf-?8|en_US\.utf-?8|tr_TR\.utf-?8)$/i.test(name));

const head = '[Interface]\nPrivateKey = a\nAddress = 10.0.0.2/32\n';
const peer = '[Peer]\nPublicKey = b\nAllowedIPs = 10.0.0.1/32\n';
const command = 'touch "$MARKER"';
const hooks = ['PreUp', 'PostUp', 'PreDown', 'PostDown'];

/** Characters that end or separate lines for some reader, and such as a shell drops or trims. */
const separators = [
  ...['\n', '\r\n', '\r', '\v', '\f', '\0', '\t', ' ', '\u0085', '\u00A0', '\u1680'],
  ...['\u2003', '\u2028', '\u2029', '\u202F', '\u205F', '\u3000', '\u200B', '\uFEFF', '\u00AD'],
];

/** Lines with a command, in every way that was thought of to hide one. */
const hidden: readonly string[] = [
  ...separators.map((mark) => `# ${mark}PreUp = ${command}`),
  ...hooks.flatMap((name) => [
    `${name} = ${command}`,
    `${name.toLowerCase()}=${command}`,
    `${name.toUpperCase()}\t=\t${command} # harmless`,
    `\uFEFF${name} = ${command}`,
    name.replace('P', '\u03A1') + ` = ${command}`,
    ...separators.flatMap((mark) => [
      `${name}${mark}= ${command}`,
      `${mark}${name} = ${command}`,
      `${name} =${mark}${command}`,
      `${name.slice(0, 3)}${mark}${name.slice(3)} = ${command}`,
      `MTU = 1280${mark}${name} = ${command}`,
    ]),
    `[Interface] = x\n${name} = ${command}`,
    `[INTERFACE]\n${name} = ${command}`,
    `[interface] # x\n${name} = ${command}`,
    `[Peer]\n[Interface]\n${name} = ${command}`,
    `PrivateKey = \\\n${name} = ${command}`,
    `MTU = 1280 \\\r\n${name} = ${command}`,
    `MTU = 1280\n${name} = true\n${name} = ${command}`,
    `MTU = 1280 = ${name} = ${command}`,
    `DNS = $(${command})`,
    `DNS = \`${command}\``,
    `MTU = a[$(${command})]`,
    `Table = a[$(${command})]`,
    `FwMark = a[$(${command})]`,
    `Address = ;${command}`,
  ]),
];

/** A copy of `wg-quick` beside programs that change nothing of this machine. */
function copyWithoutEffects() {
  const folder = testFolder();
  copyFileSync(wgQuick ?? '', join(folder, 'wg-quick'));
  for (const name of ['ip', 'wg', 'resolvconf', 'sysctl', 'nft', 'iptables-save', 'ip6tables-save'])
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\n[ "$*" != "show interfaces" ] || echo t\n[ "$1" != showconf ] || echo '[Interface]'\n`,
    );
  for (const name of ['wg-quick', 'ip', 'wg', 'resolvconf', 'sysctl', 'nft', 'iptables-save'])
    chmodSync(join(folder, name), 0o755);
  chmodSync(join(folder, 'ip6tables-save'), 0o755);
  return folder;
}

/** What `wg-quick` makes of a configuration: whether a command left a file, and its own settings. */
function runnerIn(folder: string) {
  const config = join(folder, 't.conf');
  const marker = join(folder, 'marker');
  const isRoot = process.getuid?.() === 0;
  const seen = new Map<string, ReturnType<typeof runOnce>>();
  // Most configurations leave Culvert as the same few texts.
  return (text: string, locale: string, ...verbs: readonly string[]) => {
    const key = `${locale} ${text}`;
    const result = seen.get(key) ?? runOnce(text, locale, verbs);
    seen.set(key, result);
    return result;
  };

  function runOnce(text: string, locale: string, verbs: readonly string[]) {
    writeFileSync(config, text, { mode: 0o600 });
    const script = verbs.map((verb) => `"$0" ${verb} "$1"`).join('; ');
    const shell = ['bash', '-c', script, join(folder, 'wg-quick'), config];
    const [program = '', ...args] = isRoot ? shell : ['unshare', '--map-root-user', ...shell];
    const env = { PATH: process.env['PATH'], LC_ALL: locale, MARKER: marker };
    const { stdout } = spawnSync(program, args, { encoding: 'utf8', env, cwd: folder });
    const ran = existsSync(marker);
    rmSync(marker, { force: true });
    return { ran, stripped: stdout, rewritten: readFileSync(config, 'utf8') !== text };
  }
}

/** Each reads the whole file, as `strip` does, and obeys it. */
const tunnel = ['up', 'down'];

describe.runIf(wgQuick !== undefined)('the real wg-quick', () => {
  it('runs no command of a configuration that left Culvert', () => {
    const run = runnerIn(copyWithoutEffects());
    expect(run(`${head}PostUp = ${command}\n`, 'C', ...tunnel).ran).toBe(true);
    const configs = sampled(hidden, 4).map((line) => `${head}${line}\n${peer}`);
    const ran = configs.flatMap((config) => {
      const { text } = withoutCommands(config);
      return locales
        .filter((locale) => run(text, locale, ...tunnel).ran)
        .map((locale) => [locale, config]);
    });
    expect(ran).toEqual([]);
  });

  it('rewrites no file of a configuration that left Culvert', () => {
    const run = runnerIn(copyWithoutEffects());
    expect(run(`${head}SaveConfig = true\n`, 'C', ...tunnel).rewritten).toBe(true);
    const names = [
      'SaveConfig',
      'saveconfig',
      'SaveConf\u0130g',
      '\u017FaveConfig',
      'SaveConf\u0131g',
    ];
    const configs = names.flatMap((name) =>
      separators.map((mark) => `${head}${name}${mark}= true\n${peer}`),
    );
    const rewritten = sampled(configs, 4).filter((config) =>
      locales.some((locale) => run(withoutCommands(config).text, locale, ...tunnel).rewritten),
    );
    expect(rewritten).toEqual([]);
  });

  it('reads the settings of a configuration that was written anew', () => {
    const run = runnerIn(copyWithoutEffects());
    const config = `\uFEFF${head}Jc = 4\nPreUp\r= ${command}\n${peer}`;
    const { text } = withoutCommands(config);
    const [locale = 'C'] = locales;
    expect(run(text, locale, 'strip').stripped.trim()).toBe(
      `[Interface]\nPrivateKey = a\nJc = 4\n\n${peer.trim()}`,
    );
  });
});
