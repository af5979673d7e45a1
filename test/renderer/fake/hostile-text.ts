/**
 * Runs in the page, after the fake IPC and before the window: replaces every text of the service
 * with one that no service should send. Identifiers, states and numbers stay, or nothing would
 * show. The position of each text does not depend on the order of requests, and changes with each
 * turn.
 */
function spoilAnswers(turn: number): void {
  const words = [
    '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
    'javascript:window.pwned=1//',
    '\u202Egnp.exe\u2066\u2067 \u200F\u061Cabc',
    'a\uD800b\uDC00c\u0000d\u0007e',
    '{{constructor.constructor("window.pwned=1")()}} ${window.pwned=1} %s @:home',
    'w'.repeat(20_000),
    '\u0301'.repeat(2000),
    'строка\n\r\n\tстрока\u2028строка',
    '',
  ];
  const theirs = new Set(
    'title,place,name,content,host,email,cpuModel,description,comment,country,protocol,status,bank,message,label,text,note,device_name,location,location_name,full_name,phone,promo,flags,user_agent,os,model,ip,login,telegram,username'.split(
      ',',
    ),
  );
  function wordAt(place: string): string {
    let sum = 0;
    for (const letter of place) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
    return words[(sum + turn) % words.length] ?? '';
  }

  function spoiled(value: unknown, field: string, place: string): unknown {
    if (typeof value === 'string') return theirs.has(field) ? wordAt(place) : value;
    // What a purchase's secrets are called is a word of Culvert's.
    if (field === 'secrets') return value;
    if (Array.isArray(value)) return value.map((one, n) => spoiled(one, field, `${place} ${n}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries<unknown>({ ...value }).map(([name, one]) => [
        name,
        spoiled(one, name, `${place} ${name}`),
      ]),
    );
  }

  const before = window.culvert;
  const ofMain = /^(app|network|session|settings)\./;
  Object.assign(window, {
    culvert: {
      ...before,
      call: async (name: string, input: unknown) => {
        const answer: unknown = await before.call(name, input);
        return ofMain.test(name) ? answer : spoiled(answer, '', name + JSON.stringify(input));
      },
    },
  });
}

/** How many turns it takes until every text was in every place. */
export const hostileTurns = 9;

/** The script of the fake IPC, with an account that is hostile in all of its words. */
export function withHostileWords(fakeScript: string, turn: number): string {
  return `${fakeScript}\n(${spoilAnswers.toString()})(${String(turn)});`;
}
