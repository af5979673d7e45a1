import type { NetworkCheck, NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import { ok } from '#contract/failure.ts';

const direct: NetworkState = {
  proxy: { kind: 'none', host: '', port: 0, login: 'none' },
  authorities: [],
  changed: null,
};

/** How the service is reached, in a window without a main process. */
export function networkHandlers(options: {
  readonly network?: NetworkState;
  readonly checked?: NetworkCheck;
}) {
  let state = options.network ?? direct;
  return {
    'network.get': () => ok(state),
    'network.setProxy': (choice: ProxyChoice) => {
      const { proxy } = state;
      state = {
        ...state,
        changed: null,
        proxy:
          choice.kind === 'none'
            ? direct.proxy
            : {
                kind: choice.kind,
                host: choice.host,
                port: choice.port,
                login:
                  choice.login === 'keep'
                    ? proxy.login
                    : choice.login === 'none'
                      ? 'none'
                      : 'stored',
              },
      };
      return ok(state);
    },
    'network.restore': () => {
      state = { ...state, proxy: state.changed?.proxy ?? state.proxy, changed: null };
      return ok(state);
    },
    'network.check': () => ok(options.checked ?? { status: 401, took: 84 }),
    'network.chooseAuthority': () => ok(state),
    'network.removeAuthority': () => {
      state = { ...state, authorities: [] };
      return ok(state);
    },
  };
}
