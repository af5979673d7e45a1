import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Puts a program of its own beside the bundle: two entries of one build would share files, and a
 * program that is started beside the main one must have nothing of it.
 *
 * @param packages `inside`: the packages that it imports are part of the file
 */
export function helperProgram(
  entry: string,
  fileName: string,
  packages: 'inside' | 'beside',
): Plugin {
  let file = '';
  return {
    name: 'culvert:helper-program',
    apply: 'build',
    configResolved({ root }) {
      file = resolve(root, entry);
    },
    buildStart() {
      this.addWatchFile(file);
    },
    async generateBundle() {
      const made = await build({
        configFile: false,
        logLevel: 'error',
        ssr: { noExternal: packages === 'inside' ? true : [] },
        build: {
          ssr: file,
          write: false,
          target: 'node22',
          minify: packages === 'inside',
          rolldownOptions: { output: { codeSplitting: false } },
        },
      });
      if (!('output' in made)) throw new Error(`${entry} was not built whole`);
      this.emitFile({ type: 'asset', fileName, source: made.output[0].code });
    },
  };
}
