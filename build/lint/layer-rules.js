import { barrels, nobodyImports, rooms } from './layers.js';
import { fromRoot, ownImports, resolveImport } from './imports.js';

/**
 * The house's own lint rules: which room may import which (`arrows`), no circular imports
 * (`no-circle`), no file that hands on what other files export (`no-barrel`).
 *
 * @typedef {import('eslint').Rule.RuleModule} RuleModule
 * @typedef {import('estree').Node} Node
 * @typedef {Node & { source?: object | null | undefined, importKind?: string, exportKind?: string }} Sourced
 */

/**
 * The text of a string literal, or nothing for any other node.
 *
 * @param {object | null | undefined} node
 */
function literal(node) {
  const value = node && 'value' in node ? node.value : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Whether an entry of a room's list covers a target.
 *
 * @param {string} entry
 * @param {string} target
 */
function covers(entry, target) {
  if (entry.endsWith('/') || entry.endsWith(':')) return target.startsWith(entry);
  return target === entry || (entry.startsWith('src-') && target.startsWith(`${entry}/`));
}

/**
 * @param {string} path
 * @param {string} room
 */
function isIn(path, room) {
  return path === room || path.startsWith(`${room}/`);
}

/**
 * What is wrong with an import, or nothing.
 *
 * @param {string} file path from the root
 * @param {string} target where it leads, as `resolveImport` says
 * @param {boolean} typeOnly
 * @returns {string | undefined}
 */
export function wrongArrow(file, target, typeOnly) {
  if (target.startsWith('..')) return `${target} is outside of the project.`;
  if (isIn(target, nobodyImports) && !isIn(file, nobodyImports)) {
    return 'Nothing but tests imports a test.';
  }
  const room = rooms.find(({ path }) => isIn(file, path));
  if (room === undefined || isIn(target, room.path)) return undefined;
  if (room.imports.some((entry) => covers(entry, target))) return undefined;
  const types = room.types ?? [];
  if (types.some((entry) => covers(entry, target))) {
    return typeOnly ? undefined : `${room.path} may import only types of ${target}.`;
  }
  const allowed = [...room.imports, ...types.map((entry) => `types of ${entry}`)].join(', ');
  return `${room.path} may not import ${target}, only ${allowed} (docs/architecture.md).`;
}

/** @type {RuleModule} */
const arrows = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{ why }}' } },
  create(context) {
    const file = fromRoot(context.cwd, context.filename);
    /**
     * @param {Node} node
     * @param {string | undefined} specifier
     * @param {boolean} typeOnly
     */
    function check(node, specifier, typeOnly) {
      if (specifier === undefined) return;
      const { name } = resolveImport(context.cwd, context.filename, specifier);
      const why = wrongArrow(file, name, typeOnly);
      if (why !== undefined) context.report({ node, messageId: 'wrong', data: { why } });
    }
    /** @param {Sourced} node */
    function declaration(node) {
      check(node, literal(node.source), node.importKind === 'type' || node.exportKind === 'type');
    }
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: declaration,
      /** @param {Sourced} node */
      TSImportType(node) {
        check(node, literal(node.source), true);
      },
      /** @param {Node & { arguments: readonly object[] }} node */
      'CallExpression[callee.name="require"]'(node) {
        check(node, literal(node.arguments[0]), false);
      },
    };
  },
};

/**
 * The way from one file back to another over relative imports, or nothing.
 *
 * @param {string} from absolute
 * @param {string} to absolute
 * @returns {readonly string[] | undefined}
 */
function wayBack(from, to) {
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [[from]];
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const last = way.at(-1);
    if (last === undefined || seen.has(last)) continue;
    if (last === to) return way;
    seen.add(last);
    for (const next of ownImports(last)) open.push([...way, next]);
  }
  return undefined;
}

/** @type {RuleModule} */
const noCircle = {
  meta: { type: 'problem', schema: [], messages: { circle: 'Circular import: {{ way }}.' } },
  create(context) {
    const { cwd, filename } = context;
    /** @param {Sourced} node */
    function check(node) {
      const specifier = literal(node.source);
      if (specifier === undefined) return;
      const { inside, name } = resolveImport(cwd, filename, specifier);
      if (!inside) return;
      const way = wayBack(`${cwd}/${name}`, filename);
      if (way === undefined) return;
      const names = [filename, ...way].map((path) => fromRoot(cwd, path)).join(' → ');
      context.report({ node, messageId: 'circle', data: { way: names } });
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** @type {RuleModule} */
const noBarrel = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { barrel: 'Import from where it is declared: only {{ barrels }} hands on exports.' },
  },
  create(context) {
    if (barrels.includes(fromRoot(context.cwd, context.filename))) return {};
    const data = { barrels: barrels.join(', ') };
    return {
      ExportAllDeclaration: (node) => {
        context.report({ node, messageId: 'barrel', data });
      },
      'ExportNamedDeclaration[source]': (/** @type {Node} */ node) => {
        context.report({ node, messageId: 'barrel', data });
      },
    };
  },
};

/** The plugin, as ESLint takes it. */
export const house = {
  rules: { arrows, 'no-circle': noCircle, 'no-barrel': noBarrel },
};
