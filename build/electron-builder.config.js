import { readBuildOptions } from './packaging/build-options.ts';
import { packagingConfig } from './packaging/config.ts';

/** What `electron-builder` reads; docs/packaging.md says how to be heard by it. */
export default packagingConfig(readBuildOptions(process.env));
