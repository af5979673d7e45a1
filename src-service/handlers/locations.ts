import type { locations as endpoints } from '#contract/api/locations.ts';
import { Location } from '#contract/records/shared.ts';
import { newKeyPair } from '#service/connections/x25519.ts';
import { locations, type Language, type LocationRecord } from '#service/catalog/locations.ts';
import { listedFields, type HandlersOf } from './handler.ts';

/** The fields that both lists of locations share. */
export function locationFields(location: LocationRecord, language: Language) {
  return {
    ...listedFields(Location, location),
    title: location.title[language],
    description: location.description[language],
    caption: location.caption[language],
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
