import ts from 'typescript';
import { parse } from 'vue/compiler-sfc';

/**
 * The script of a component as a module, each thing at the line and column that it has in the
 * component, all else left blank.
 *
 * @param {string} text of the component
 */
export function componentScript(text) {
  const { script, scriptSetup } = parse(text, { sourceMap: false }).descriptor;
  let written = '';
  for (const block of [script, scriptSetup].filter((each) => each !== null)) {
    const { start, end } = block.loc;
    const types = parametersOf(block.attrs['generic']);
    written += blank(text.slice(written.length, start.offset - types.length)) + types;
    written += text.slice(start.offset, end.offset);
  }
  return `${written}\nexport {};\n`;
}

/** @param {string} text */
function blank(text) {
  return text.replaceAll(/[^\n]/gu, ' ');
}

/**
 * The parameters of a generic component as types of its script.
 *
 * @param {string | true | undefined} generic
 */
function parametersOf(generic) {
  if (typeof generic !== 'string') return '';
  const source = ts.createSourceFile('', `type T<${generic}> = 0`, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter((statement) => ts.isTypeAliasDeclaration(statement))
    .flatMap(({ typeParameters }) => [...(typeParameters ?? [])])
    .map(({ name, constraint }) => `type ${name.text}=${constraint?.getText() ?? 'unknown'};`)
    .join('');
}
