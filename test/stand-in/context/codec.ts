/** Values between the worlds and the main process: the structured clone's kinds as a string. */
interface Codec {
  /** Fails with a `DataCloneError` for what the structured clone refuses. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * Makes a codec. Its source is also run inside Chromium, so it uses nothing from around itself.
 *
 * A JSON object is an object, a JSON array is `[tag, …]`. Objects are numbered in the order in which
 * they are met, and a second meeting is `['r', number]`: cycles and shared parts survive.
 */
export function createCodec(): Codec {
  const views = {
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

  function encode(value: unknown): string {
    const met = new Map<object, number>();
    // The native clone first: it knows what may not cross, and it runs every getter once.
    return JSON.stringify(pack(structuredClone(value)));

    function pack(part: unknown): unknown {
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
          return part === null ? null : packObject(part);
        default:
          return part;
      }
    }

    function packObject(part: object): unknown {
      const number = met.get(part);
      if (number !== undefined) return ['r', number];
      met.set(part, met.size);
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

  function decode(text: string): unknown {
    const met: object[] = [];
    return unpack(JSON.parse(text));

    function unpack(part: unknown): unknown {
      if (typeof part !== 'object' || part === null) return part;
      if (!Array.isArray(part)) {
        const made = keep<Record<string, unknown>>({});
        for (const [name, value] of Object.entries(part)) {
          if (name !== '__proto__') made[name] = unpack(value);
          // Not an assignment: it is a name like any other here.
          else {
            const shape = { writable: true, enumerable: true, configurable: true };
            Object.defineProperty(made, name, { value: unpack(value), ...shape });
          }
        }
        return made;
      }
      const [tag, ...rest] = part as [string, ...unknown[]];
      return unpackTagged(tag, rest);
    }

    function unpackTagged(tag: string, rest: unknown[]): unknown {
      switch (tag) {
        case 'u':
          return undefined;
        case 'i':
          return BigInt(String(rest[0]));
        case 'n':
          return Number(rest[0]);
        case 'r':
          return met[Number(rest[0])];
        case 'a': {
          const made = keep<unknown[]>([]);
          for (const one of rest) made.push(unpack(one));
          return made;
        }
        case 'd':
          return keep(new Date(Number(unpack(rest[0]))));
        case 'x':
          return keep(new RegExp(String(rest[0]), String(rest[1])));
        case 'm': {
          const made = keep(new Map<unknown, unknown>());
          for (const [k, v] of rest as [unknown, unknown][]) made.set(unpack(k), unpack(v));
          return made;
        }
        case 's': {
          const made = keep(new Set<unknown>());
          for (const one of rest) made.add(unpack(one));
          return made;
        }
        case 'e': {
          const made = keep(new Error(String(rest[1])));
          made.name = String(rest[0]);
          return made;
        }
        case 'b':
          return keep(textToBytes(String(rest[0])).buffer);
        default: {
          // A view is numbered before its buffer, and made after it.
          const number = met.push(met) - 1;
          const buffer = unpack(rest[1]) as ArrayBuffer;
          const View = views[rest[0] as keyof typeof views];
          const made = new (View as typeof Uint8Array)(buffer, Number(rest[2]), Number(rest[3]));
          met[number] = made;
          return made;
        }
      }
    }

    function keep<Made extends object>(made: Made): Made {
      met.push(made);
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

  return { encode, decode };
}
