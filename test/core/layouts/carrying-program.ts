import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { openConnectionStore } from '#core/connections/storage/connection-store.ts';
import { seal } from './earlier.ts';

/**
 * Opens the connections in a folder, which carries them over, and kills itself at a step if it is
 * told one: before and after each write.
 *
 *     node carrying-program.ts FOLDER STEP
 */
const [folder = '', step = '0'] = process.argv.slice(2);
let reached = 0;

function reach(word: string): void {
  process.stdout.write(`${word}\n`);
  reached += 1;
  if (reached === Number(step)) process.kill(process.pid, 'SIGKILL');
}

const { vault } = openSqliteVault(folder);
process.stdout.write('open\n');
openConnectionStore(
  seal({
    ...vault,
    write(changes) {
      reach('writing');
      vault.write(changes);
      reach('written');
    },
  }),
);
process.stdout.write('carried\n');
process.exit();
