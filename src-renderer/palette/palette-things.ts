import { computed, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import IconBlocks from '~icons/lucide/blocks';
import IconKeyRound from '~icons/lucide/key-round';
import IconMonitorSmartphone from '~icons/lucide/monitor-smartphone';
import IconPackageOpen from '~icons/lucide/package-open';
import IconSettings from '~icons/lucide/settings';
import IconServer from '~icons/lucide/server';
import { pageOfDevices } from '#contract/constants.ts';
import { products } from '#contract/products.ts';
import { searchItems } from '#contract/rules/search.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { useOptionNames } from '#renderer/lib/queries/use-option-names.ts';
import { visible } from '#renderer/lib/texts/connection-text.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useServerText } from '#renderer/servers/server-text.ts';
import { settingTexts } from '#renderer/ui/setting-search.ts';
import type { PaletteAction } from './palette-actions.ts';
import { settingRows } from './setting-rows.ts';

const maxThings = 10;

/** What the account has besides connections, by name. Nothing is read before anything is typed. */
export function usePaletteThings(search: Readonly<Ref<string>>) {
  const { t } = useI18n();
  const router = useRouter();
  const { name: serverName } = useServerText();
  const isTyped = () => search.value.trim() !== '';
  const whenTyped = () => (isTyped() ? {} : null);
  const optionName = useOptionNames(isTyped);
  const servers = useEndpointQuery('cloudServers.list', whenTyped);
  const places = useEndpointQuery('cloudServers.locations', whenTyped);
  const options = useEndpointQuery('paidOptions.list', whenTyped);
  const subscriptions = useEndpointQuery('customSubscriptions.list', whenTyped);
  const devices = useEndpointQuery('devices.list', () =>
    isTyped() ? { query: { page: 1, limit: pageOfDevices.limit } } : null,
  );
  const apiKeys = useEndpointQuery('apiKeys.list', whenTyped);

  const page = (
    path: string,
    label: string,
    kind: string,
    icon: PaletteAction['icon'],
    id = path,
  ) => ({
    id: `thing ${id}`,
    label,
    kind,
    icon,
    run: () => void router.push(path),
  });
  const things = computed(() => [
    ...(servers.data.value ?? []).map((server) => {
      const place = places.data.value?.find(({ id }) => id === server.location_id);
      const path = products.server.page(server.id);
      return page(path, serverName(server, place), t('nav.cloud'), IconServer);
    }),
    ...(options.data.value ?? []).map(({ option_id: id }) =>
      page(products.option.page(id), optionName(id), t('nav.paid'), IconBlocks),
    ),
    ...(subscriptions.data.value ?? []).map(({ id, title }) => {
      const path = `/subscriptions/${String(id)}`;
      return page(path, visible(title), t('nav.subscriptions'), IconPackageOpen);
    }),
    ...(devices.data.value?.devices ?? []).map(({ id, device_name: name }) =>
      page(
        '/devices',
        visible(name),
        t('nav.devices'),
        IconMonitorSmartphone,
        `device ${String(id)}`,
      ),
    ),
    ...(apiKeys.data.value ?? []).map(({ id, name }) =>
      page(`/account?key=${String(id)}`, visible(name), t('account.keys.title'), IconKeyRound),
    ),
  ]);

  return computed((): PaletteAction[] =>
    searchItems(things.value, search.value, ({ label }) => [label]).slice(0, maxThings),
  );
}

/** The settings that a search finds, each as the settings show it alone. */
export function usePaletteSettings(search: Readonly<Ref<string>>) {
  const { t } = useI18n();
  const router = useRouter();
  const session = useSessionStore();
  /** Apart from the search: typing must not make their texts again. */
  const rows = computed(() =>
    settingRows()
      .filter(([row]) => row !== 'passphrase.label' || session.state.persistent)
      .map(([row, section]) => ({
        row,
        section,
        texts: settingTexts(t(row), t(section), t('settings.otherWords')),
      })),
  );
  return computed((): PaletteAction[] =>
    searchItems(rows.value, search.value, ({ texts }) => texts).map(({ row, section }) => ({
      id: `thing ${row}`,
      label: t(row),
      kind: `${t('nav.settings')}: ${t(section)}`,
      icon: IconSettings,
      run: () => void router.push({ path: '/settings', query: { find: t(row) } }),
    })),
  );
}
