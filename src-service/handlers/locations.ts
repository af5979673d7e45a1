import type { locations as endpoints } from '#contract/api/locations.ts';
import { newKeyPair } from '#service/connections/x25519.ts';
import { locations, type Language, type LocationRecord } from '#service/catalog/locations.ts';
import type { HandlersOf } from './handler.ts';

/** The fields that both lists of locations share. */
export function locationFields(location: LocationRecord, language: Language) {
  const { id, code, is_active, ping_ip } = location;
  return {
    id,
    code,
    title: location.title[language],
    description: location.description[language],
    caption: location.caption[language],
    is_active,
    ping_ip,
  };
}

export const locationHandlers: HandlersOf<typeof endpoints> = {
  'locations.list': ({ language }) => ({
    data: locations.map((location) => locationFields(location, language)),
  }),

  'xray.createKeys': () => {
    const { privateKey, publicKey } = newKeyPair();
    return {
      data: {
        private_key: privateKey.toString('base64'),
        public_key: publicKey.toString('base64'),
      },
    };
  },
};
