import { ApiKeyListItem, type apiKeys } from '#contract/api/account/api-keys.ts';
import { nextId } from '#service/store/store.ts';
import { addKey, newKey } from '#service/store/keys.ts';
import { known } from '#service/store/refusal.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';

export const apiKeyHandlers: HandlersOf<typeof apiKeys> = {
  'apiKeys.list': ({ account }) => ({
    data: account.keys.map((key) => listedFields(ApiKeyListItem, key)),
  }),

  'apiKeys.create': ({ store, account }, { body: { name } }) => {
    const key = newKey(store.random);
    const { id, created_at } = addKey(
      account,
      { id: nextId(store), name, created_at: store.now() },
      key,
    );
    return { data: { id, name, key, created_at } };
  },

  'apiKeys.delete': ({ account }, { path: { id } }) => {
    if (!account.keys.some((key) => key.id === id)) throw known(33);
    account.keys = account.keys.filter((key) => key.id !== id);
    return done;
  },
};
