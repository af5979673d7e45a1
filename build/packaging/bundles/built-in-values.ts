import type { BuildOptions } from '#build/packaging/build-options.ts';

/**
 * The constants of `src-main/env.d.ts`, as the bundler puts them into the code. Without updates
 * their key is empty, and the bundler leaves the updater out.
 */
export function builtInValues(options: BuildOptions): Record<string, string> {
  const { appId, service, keysPage, subscriptionUrl, updates } = options;
  return {
    __CULVERT_APP_ID__: JSON.stringify(appId),
    __CULVERT_SERVICE__: JSON.stringify(service),
    __CULVERT_KEYS_PAGE__: JSON.stringify(keysPage),
    __CULVERT_SUBSCRIPTION_URL__: JSON.stringify(subscriptionUrl),
    __CULVERT_UPDATE_KEY__: JSON.stringify(updates?.key ?? ''),
  };
}
