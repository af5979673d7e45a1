import { help, parseOptions } from './options.ts';
import { startService } from './service.ts';

/** The service as a program of its own: `node src-service/main.ts --help`. */
async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(help);
    return;
  }
  const { url, key, close } = await startService(options);
  process.stdout.write(`${JSON.stringify({ url, key })}\n`);
  const stop = (): void => {
    void close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = 1;
});
