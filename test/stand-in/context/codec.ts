import { sourceOf } from './source-of.ts';

/** Values between the worlds and the main process: the structured clone's kinds as a string. */
interface Codec {
  /** Fails with a `DataCloneError` for what the structured clone refuses. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * A JSON object is an object, a JSON array is `[tag, …]`. Objects are numbered in the order in which
 * they are met, and a second meeting is `['r', number]`: cycles and shared parts survive.
 */
export function createCodec(): Codec {
  return {
    // The native clone first: it knows what may not cross, and it runs every getter once.
    encode: (value) => JSON.stringify(new Encoder().pack(structuredClone(value))),
    decode: (text) => new Decoder().unpack(JSON.parse(text)),
  };
}

/** Turns one value into JSON. */
class Encoder {
  readonly #numbers = new Map<object, number>();

  readonly pack = (part: unknown): unknown => {
    switch (typeof part) {
      case 'undefined':
        return ['u'];
      case 'bigint':
        return ['i', String(part)];
      case 'number':
        return Number.isFinite(part) && !Object.is(part, -0)
          ? part
          : ['n', Object.is(part, -0) ? '-0' : String(part)];
      case 'object':
        return part === null ? null : this.#packObject(part);
      default:
        return part;
    }
  };

  #packObject(part: object): unknown {
    const { pack } = this;
    const number = this.#numbers.get(part);
    if (number !== undefined) return ['r', number];
    this.#numbers.set(part, this.#numbers.size);
    if (Array.isArray(part)) return ['a', ...part.map(pack)];
    if (part instanceof Date) return ['d', pack(part.getTime())];
    if (part instanceof RegExp) return ['x', part.source, part.flags];
    if (part instanceof Map) return ['m', ...[...part].map(([k, v]) => [pack(k), pack(v)])];
    if (part instanceof Set) return ['s', ...[...part].map(pack)];
    if (part instanceof Error) return ['e', part.name, part.message];
    if (part instanceof ArrayBuffer) return ['b', bytesToText(new Uint8Array(part))];
    if (ArrayBuffer.isView(part)) {
      const length =
        part instanceof DataView ? part.byteLength : Number(Reflect.get(part, 'length'));
      const kind: unknown = Reflect.get(part, Symbol.toStringTag);
      return ['v', kind, pack(part.buffer), part.byteOffset, length];
    }
    return Object.fromEntries(Object.entries(part).map(([k, v]) => [k, pack(v)]));
  }
}

/** Makes one value of JSON. */
class Decoder {
  static readonly #views = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  };

  /** The objects in the order of their numbers: each is added before its parts are made. */
  readonly #objects: object[] = [];

  unpack(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    if (!Array.isArray(part)) return this.#unpackRecord(part);
    const [tag, ...rest] = part as [string, ...unknown[]];
    return this.#unpackTagged(tag, rest);
  }

  #unpackRecord(part: object): unknown {
    const made = this.#add<Record<string, unknown>>({});
    for (const [name, value] of Object.entries(part)) {
      if (name !== '__proto__') made[name] = this.unpack(value);
      // Not an assignment: it is a name like any other here.
      else {
        const shape = { writable: true, enumerable: true, configurable: true };
        Object.defineProperty(made, name, { value: this.unpack(value), ...shape });
      }
    }
    return made;
  }

  #unpackTagged(tag: string, rest: unknown[]): unknown {
    switch (tag) {
      case 'u':
        return undefined;
      case 'i':
        return BigInt(String(rest[0]));
      case 'n':
        return Number(rest[0]);
      case 'r':
        return this.#objects[Number(rest[0])];
      case 'd':
        return this.#add(new Date(Number(this.unpack(rest[0]))));
      case 'x':
        return this.#add(new RegExp(String(rest[0]), String(rest[1])));
      case 'e':
        return this.#add(Object.assign(new Error(String(rest[1])), { name: String(rest[0]) }));
      case 'b':
        return this.#add(textToBytes(String(rest[0])).buffer);
      case 'v':
        return this.#unpackView(rest);
      default:
        return this.#unpackCollection(tag, rest);
    }
  }

  #unpackCollection(tag: string, rest: unknown[]): unknown {
    if (tag === 'a') {
      const made = this.#add<unknown[]>([]);
      for (const one of rest) made.push(this.unpack(one));
      return made;
    }
    if (tag === 's') {
      const made = this.#add(new Set<unknown>());
      for (const one of rest) made.add(this.unpack(one));
      return made;
    }
    const made = this.#add(new Map<unknown, unknown>());
    for (const [k, v] of rest as [unknown, unknown][]) made.set(this.unpack(k), this.unpack(v));
    return made;
  }

  /** A view is numbered before its buffer, and made after it. */
  #unpackView([kind, packedBuffer, offset, length]: unknown[]): unknown {
    const number = this.#objects.push(this.#objects) - 1;
    const buffer = this.unpack(packedBuffer) as ArrayBuffer;
    // The others are made in the same way.
    const View = Decoder.#views[kind as 'Uint8Array'];
    const made = new View(buffer, Number(offset), Number(length));
    this.#objects[number] = made;
    return made;
  }

  #add<Made extends object>(made: Made): Made {
    this.#objects.push(made);
    return made;
  }
}

function bytesToText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function textToBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The source of `createCodec` for a world in Chromium. */
export const codecSource = (): string =>
  sourceOf(createCodec, Encoder, Decoder, bytesToText, textToBytes);
