import { barrels, layers, testFolder } from './layers.js';
import { fromRoot, ownImports, resolveImport } from './imports.js';
import { restrictedSyntax } from './restricted-syntax.js';

/**
 * The project's own lint rules: which layer may import which (`layer-imports`), no circular imports
 * (`no-cycle`), no re-exports (`no-re-export`), no watcher that fires without a change
 * (`stable-watch-source`), nothing that is left to another file (`restricted-syntax`).
 * docs/decisions/0006-own-layer-rules.md says why no library is used for them.
 *
 * @typedef {import('eslint').Rule.RuleModule} RuleModule
 * @typedef {import('eslint').Rule.Node} Node
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
 * Whether an entry of a layer's list covers a target.
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
 * @param {string} folder
 */
function isIn(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Why a file may not import a target; undefined when it may.
 *
 * @param {string} file path from the root
 * @param {string} target what it imports, as `resolveImport` returns it
 * @param {boolean} typeOnly
 * @returns {string | undefined}
 */
function forbiddenImport(file, target, typeOnly) {
  if (target.startsWith('..')) return `${target} is outside of the project.`;
  if (isIn(target, testFolder) && !isIn(file, testFolder)) {
    return 'Only tests may import tests.';
  }
  const layer = layers.find(({ path }) => isIn(file, path));
  if (layer === undefined) return undefined;
  if (isIn(target, layer.path))
    return layer.order && outOfOrder(file, target, layer.path, layer.order);
  if (layer.imports.some((entry) => covers(entry, target))) return undefined;
  const types = layer.types ?? [];
  if (types.some((entry) => covers(entry, target))) {
    return typeOnly ? undefined : `${layer.path} may import only types of ${target}.`;
  }
  const allowed = [...layer.imports, ...types.map((entry) => `types of ${entry}`)].join(', ');
  return `${layer.path} may not import ${target}, only ${allowed} (docs/architecture.md).`;
}

/**
 * Why a file may not import another one of its layer: its folder comes later in the layer's order.
 *
 * @param {string} file path from the root
 * @param {string} target likewise
 * @param {string} layer path of both
 * @param {readonly string[]} order
 * @returns {string | undefined}
 */
function outOfOrder(file, target, layer, order) {
  const [from = '', to = ''] = [file, target].map(
    (path) => path.slice(layer.length + 1).split('/')[0],
  );
  if (from === to || !order.includes(from)) return undefined;
  if (order.indexOf(to) < order.indexOf(from) && order.includes(to)) return undefined;
  return `${layer}/${from} may not import ${layer}/${to}, only what comes before it (build/lint/layers.js).`;
}

/** @type {RuleModule} */
const layerImports = {
  meta: { type: 'problem', schema: [], messages: { forbidden: '{{ why }}' } },
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
      const why = forbiddenImport(file, name, typeOnly);
      if (why !== undefined) context.report({ node, messageId: 'forbidden', data: { why } });
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
 * A chain of imports from one file to another, both included; undefined when there is none.
 *
 * @param {string} from absolute
 * @param {string} to absolute
 * @param {Set<string>} seen files from which no chain leads there
 * @returns {readonly string[] | undefined}
 */
function importChain(from, to, seen) {
  const open = [[from]];
  for (let chain = open.pop(); chain !== undefined; chain = open.pop()) {
    const last = chain.at(-1);
    if (last === undefined || seen.has(last)) continue;
    if (last === to) return chain;
    seen.add(last);
    for (const next of ownImports(last)) if (!seen.has(next)) open.push([...chain, next]);
  }
  return undefined;
}

/** @type {RuleModule} */
const noCycle = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'Circular import: {{ chain }}.' } },
  create(context) {
    const { cwd, filename } = context;
    /** @type {Set<string>} */
    const seen = new Set();
    /** @param {Sourced} node */
    function check(node) {
      const specifier = literal(node.source);
      if (specifier === undefined) return;
      const { inside, name } = resolveImport(cwd, filename, specifier);
      if (!inside) return;
      const chain = importChain(`${cwd}/${name}`, filename, seen);
      if (chain === undefined) return;
      const names = [filename, ...chain].map((path) => fromRoot(cwd, path)).join(' → ');
      context.report({ node, messageId: 'cycle', data: { chain: names } });
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** @type {RuleModule} */
const noReExport = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { reExport: 'Import from the declaring file: only {{ barrels }} may re-export.' },
  },
  create(context) {
    if (barrels.includes(fromRoot(context.cwd, context.filename))) return {};
    const data = { barrels: barrels.join(', ') };
    return {
      ExportAllDeclaration: (node) => {
        context.report({ node, messageId: 'reExport', data });
      },
      'ExportNamedDeclaration[source]': (/** @type {Node} */ node) => {
        context.report({ node, messageId: 'reExport', data });
      },
    };
  },
};

/** What makes a new array or object each time. */
const fresh = `:matches(ArrayExpression, ObjectExpression, NewExpression, ${callOf(
  'map filter flatMap slice concat toSorted toReversed toSpliced with split',
  'keys values entries fromEntries from of assign',
)})`;

/** @param {string[]} names of methods, separated by spaces */
function callOf(...names) {
  return `CallExpression[callee.property.name=/^(${names.join(' ').replaceAll(' ', '|')})$/]`;
}

/** A source of a watcher that is a function: the first argument, or one of a list of sources. */
const getters = ['', 'ArrayExpression:first-child > '].map(
  (list) =>
    `CallExpression[callee.name=/^(watch|whenever)/] > ${list}` +
    `:matches(ArrowFunctionExpression, FunctionExpression)${list === '' ? ':first-child' : ''}`,
);

/** What may lie between a getter and what it returns. */
const between = [
  '',
  'TSAsExpression > ',
  'ConditionalExpression > ',
  'LogicalExpression > ',
  'BlockStatement > ReturnStatement > ',
];

/** @type {RuleModule} */
const stableWatchSource = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      fresh:
        'This getter makes a new array or object each time, so its watcher fires without a change. ' +
        'Watch [() => a, () => b] or a single value.',
    },
  },
  create(context) {
    const selectors = getters.flatMap((getter) =>
      between.map((path) => `${getter} > ${path}${fresh}`),
    );
    return {
      /** @param {Node} node */
      [selectors.join(', ')](node) {
        context.report({ node, messageId: 'fresh' });
      },
    };
  },
};

/** The rules as a plugin of oxlint and, for components, of ESLint. */
export default {
  meta: { name: 'project' },
  rules: {
    'layer-imports': layerImports,
    'no-cycle': noCycle,
    'no-re-export': noReExport,
    'stable-watch-source': stableWatchSource,
    'restricted-syntax': restrictedSyntax,
  },
};
