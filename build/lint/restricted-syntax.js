import { fromRoot } from './imports.js';

/**
 * What one file of the project does for all others, or none does; `except` names the files that may.
 *
 * @type {readonly { files: RegExp, except?: RegExp, syntax: Readonly<Record<string, string>> }[]}
 */
const restrictions = [
  {
    // One place says what key a shortcut goes by and that an input method comes first, and one what
    // time it is.
    files: /^src-(renderer|main\/core)\//u,
    except: /^src-renderer\/lib\/(keys|shortcut-keys|stores\/clock)\.ts$/u,
    syntax: {
      'MemberExpression[object.name=event][property.name=/^(code|isComposing)$/]':
        'Use shortcutKey of lib/keys.ts.',
      'BinaryExpression[right.value=/^[^ ]$/]:matches([left.name=key], [left.property.name=key])':
        'Use shortcutKey of lib/keys.ts.',
      'MemberExpression[object.name=Date][property.name=now]':
        'Use the clock that follows the service.',
      'MemberExpression[property.name=writeSecret][object.name!=clipboard]':
        'Copy through createClipboardGuard, which clears.',
    },
  },
  {
    // With a shallow ref among several sources Vue calls back when any of them is set, changed or not.
    files: /^src-renderer\//u,
    syntax: {
      'CallExpression[callee.name=watch] > ArrayExpression:first-child > Identifier':
        'Several sources of watch are getters.',
    },
  },
  {
    files: /^src-main\/electron\//u,
    except: /\/(window\/window|quick\/quick-window)\.ts$/u,
    syntax: {
      'NewExpression:matches([callee.name=BrowserWindow], [callee.property.name=BrowserWindow])':
        'A lock destroys the windows of window.ts and quick-window.ts.',
    },
  },
  {
    files: /^test\/.*\.ts$/u,
    syntax: {
      'CallExpression[callee.object.name=fc][callee.property.name=assert][arguments.length=1]':
        'Draw as drawn() of test/simulator/deep.ts says.',
    },
  },
];

/** @type {import('eslint').Rule.RuleModule} */
export const restrictedSyntax = {
  meta: { type: 'problem', schema: [], messages: { restricted: '{{ message }}' } },
  create(context) {
    const file = fromRoot(context.cwd, context.filename);
    const found = restrictions.filter(
      ({ files, except }) => files.test(file) && except?.test(file) !== true,
    );
    return Object.fromEntries(
      found
        .flatMap(({ syntax }) => Object.entries(syntax))
        .map(([selector, message]) => [
          selector,
          (/** @type {import('eslint').Rule.Node} */ node) => {
            context.report({ node, messageId: 'restricted', data: { message } });
          },
        ]),
    );
  },
};
