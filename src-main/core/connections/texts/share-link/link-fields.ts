/** What the name of a parameter looks like. Anything else in its place may be part of a secret. */
const plainName = /^[a-z][a-z-]{0,19}$/i;

/** Each parameter is taken by its name; what nobody took, or was given twice, is lost. */
export class LinkFields {
  readonly #query: string;
  #found: [name: string, value: string][] | undefined;
  readonly #lost = new Set<string>();

  constructor(query: string) {
    this.#query = query;
  }

  /** The parameters that were not read yet; of most links nobody asks for any. */
  get #left(): [name: string, value: string][] {
    this.#found ??= [...new URLSearchParams(this.#query)].filter(([, value]) => value !== '');
    return this.#found;
  }

  /** The value of a parameter; empty where there is none. A second one of that name is left. */
  take(name: string): string {
    return this.#takeAt(this.#left.findIndex(([each]) => each === name));
  }

  /** The same of a parameter whose name may be in any case. */
  takeAnyCase(name: string): string {
    return this.#takeAt(this.#left.findIndex(([each]) => each.toLowerCase() === name));
  }

  /** The value of a parameter that is left to be read. */
  see(name: string): string {
    return this.#left.find(([each]) => each === name)?.[1] ?? '';
  }

  /** The value of a parameter, of which these say the same as none. */
  takeBut(name: string, ...harmless: readonly string[]): string {
    const value = this.take(name);
    return harmless.includes(value) ? '' : value;
  }

  /** Takes a parameter that may only have a value which says nothing. */
  takeOnly(name: string, ...harmless: readonly string[]): void {
    if (this.takeBut(name, ...harmless) !== '') this.lose(name);
  }

  takeSwitch(...names: readonly string[]): boolean {
    const values = names.map((name) => this.take(name)).filter((value) => value !== '');
    const isOn = values.some((value) => value === '1' || value === 'true');
    const isClear = values.every((value) =>
      (isOn ? ['1', 'true'] : ['0', 'false']).includes(value),
    );
    if (!isClear) this.lose(names[0] ?? '');
    return isOn;
  }

  /** This has no counterpart: a name of ours, never one that is only in the link. */
  lose(name: string): void {
    this.#lost.add(name);
  }

  /** What would be lost; `undefined` where a name is not plain, and may be a secret. */
  lost(): readonly string[] | undefined {
    if (!this.#left.every(([name]) => plainName.test(name))) return undefined;
    return [...new Set([...this.#lost, ...this.#left.map(([name]) => name)])];
  }

  #takeAt(at: number): string {
    return at < 0 ? '' : (this.#left.splice(at, 1)[0]?.[1] ?? '');
  }
}
