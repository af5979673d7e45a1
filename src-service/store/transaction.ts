import type { State } from './state.ts';

/** Puts the state back in the same objects where the change throws. */
export function transaction<T>(state: State, change: () => T): T {
  const before = snapshot(state);
  try {
    return change();
  } catch (error) {
    for (const [object, copy] of before) restore(object, copy);
    throw error;
  }
}

/** Shallow copies of an object and of everything in it. The state is a tree of plain data. */
function snapshot(root: object): Map<object, object> {
  const copies = new Map<object, object>();
  const open = [root];
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (copies.has(object)) continue;
    copies.set(object, Array.isArray(object) ? [...(object as unknown[])] : { ...object });
    for (const value of Object.values(object) as unknown[]) {
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return copies;
}

function restore(object: object, copy: object): void {
  if (Array.isArray(object)) {
    object.splice(0, Infinity, ...(copy as unknown[]));
    return;
  }
  for (const name of Object.keys(object)) {
    if (!Object.hasOwn(copy, name)) Reflect.deleteProperty(object, name);
  }
  Object.assign(object, copy);
}
