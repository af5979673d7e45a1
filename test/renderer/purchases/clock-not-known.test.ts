import { expect, test } from 'vitest';
import { defineComponent, h, type Component } from 'vue';
import ConnectionView from '#renderer/connection/ConnectionView.vue';
import ConnectionWhy from '#renderer/connection/ConnectionWhy.vue';
import BalancePart from '#renderer/money/BalancePart.vue';
import ServerView from '#renderer/servers/ServerView.vue';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { useNextWorking } from '#renderer/checks/use-next-working.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow, setMainState } from '#test/renderer/lib/window-fixture.ts';

/** The one configuration of the account. */
const theRow = () => useConnectionsStore().find({ search: '' })[0] ?? expect.fail();

const renewal = {
  cause: 'expired',
  evidence: [],
  action: { kind: 'renew' },
  replaced: false,
} as const;

/** The first of what an endpoint lists, on its page. */
const Server = defineComponent({
  setup() {
    const { data } = useEndpointQuery('cloudServers.list', {});
    return () => {
      const [server] = data.value ?? [];
      return server && h(ServerView, { server, location: undefined, closable: false });
    };
  },
});
const day = 86_400;

/** Pages, of what ends in so many seconds, with the button that leads to a payment. */
const pages: readonly (readonly [string, Component, number, (root: Element) => boolean])[] = [
  [
    'a connection',
    () => h(ConnectionView, { selected: theRow() }),
    -day,
    (root) => root.querySelector('[data-renew]') !== null,
  ],
  [
    'why it does not work',
    defineComponent({
      setup() {
        useConnectionsStore().explained = theRow().key;
        const next = useNextWorking(theRow);
        const of = { history: undefined, next, repairable: false, quiet: false };
        return () => h(ConnectionWhy, { row: theRow(), why: renewal, main: 'copy', ...of });
      },
    }),
    -day,
    (root) => root.querySelector('[data-why-action]') !== null,
  ],
  ['a cloud server', Server, -day, (root) => root.querySelector('[data-renew]') !== null],
  [
    'the forecast',
    BalancePart,
    5 * day,
    (root) => root.querySelectorAll('form [aria-pressed]').length > 4,
  ],
];

test.each(pages)(
  'money is asked for by the service’s clock, and not by this computer’s: %s',
  async (_, page, left, asks) => {
    const { main, show, pinia } = await openWindow({
      service: (control) => {
        const account = control.account();
        account.balance = 0;
        account.configs.splice(1);
        const all = [...account.configs, ...account.cloud_servers, ...account.paid_options];
        for (const each of all) {
          each.expires_at = control.now() + left;
          Object.assign(each, { auto_renewal: left > 0, auto_renewal_days: 30 });
        }
      },
    });
    const state = await main.ask('sync.get', {});
    await useConnectionsStore(pinia).readOnce();
    show(page);
    await expect.poll(() => asks(document.body)).toBe(true);
    setMainState(pinia, 'sync.changed', { ...state, time: { offset: 0, known: false } });
    await expect.poll(() => asks(document.body)).toBe(false);
  },
);
