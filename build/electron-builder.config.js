import { readBuildOptions } from './packaging/build-options.ts';
import { packagingConfig } from './packaging/config.ts';

/** The configuration that `electron-builder` reads (docs/packaging.md). */
export default packagingConfig(readBuildOptions(process.env));
