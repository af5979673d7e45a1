import { registerHooks } from 'node:module';

/** Where the module's source finds what it exports; only this process can look there. */
const place = Symbol.for('culvert.stand-in.electron');
const address = 'culvert-stand-in:electron';

/** From now on `import … from 'electron'` in this process gets this object's properties. */
export function provideElectron(electron: object): void {
  Reflect.set(globalThis, place, electron);
  const names = Object.keys(electron).join(', ');
  const source = [
    `const electron = globalThis[Symbol.for('culvert.stand-in.electron')];`,
    `export default electron;`,
    `export const { ${names} } = electron;`,
  ].join('\n');
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: address, shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url === address ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
}
