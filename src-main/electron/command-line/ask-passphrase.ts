import type { Language } from '#contract/constants.ts';
import { texts } from '#electron/texts.ts';

interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** Without showing it, a new one twice, or the first line of the input; `undefined`: none. */
export async function askPassphrase(
  { input, output }: Terminal,
  isNew: boolean,
  language: Language,
): Promise<string | undefined> {
  const say = texts[language];
  if (!input.isTTY) return (await lineOf(input)) || undefined;
  const ask = async (question: 'passphrase' | 'again') => {
    output.write(say(`command.${question}`));
    input.setRawMode(true);
    const line = await lineOf(input);
    input.setRawMode(false);
    output.write('\n');
    return line;
  };
  const passphrase = (await ask('passphrase')) || undefined;
  if (!isNew || passphrase === undefined) return passphrase;
  return (await ask('again')) === passphrase ? passphrase : undefined;
}

/** Up to the end of the line, as a terminal edits it; `undefined` after Ctrl+C. */
async function lineOf(input: NodeJS.ReadStream): Promise<string | undefined> {
  input.setEncoding('utf8');
  let line = '';
  for await (const part of input.iterator({ destroyOnReturn: false })) {
    for (const letter of String(part)) {
      if (letter === '\n' || letter === '\r') return line;
      if (letter === '\u0003') return undefined;
      if (letter === '\u007F' || letter === '\b') line = Array.from(line).slice(0, -1).join('');
      else line += letter;
    }
  }
  return line;
}
