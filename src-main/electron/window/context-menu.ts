import type { ContextMenuParams, Menu, MenuItemConstructorOptions, WebContents } from 'electron';
import type { Language } from '#contract/constants.ts';
import { texts, type Say } from '#electron/texts.ts';

/** The parameters of a click that the menu depends on. */
type ClickedContent = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/**
 * Shows a menu for a field and for selected text. Electron has none of its own, and with the mouse
 * alone nothing could be pasted without one.
 *
 * @param language of the menu, as it is when the user clicks
 */
export function showContextMenus(
  contents: Pick<WebContents, 'on'>,
  menu: Pick<typeof Menu, 'buildFromTemplate'>,
  language: () => Language,
): void {
  contents.on('context-menu', (_event, clicked) => {
    const template = contextMenu(clicked, texts[language()]);
    if (template.length === 0) return;
    menu
      .buildFromTemplate(template)
      .popup({ ...(clicked.frame !== null && { frame: clicked.frame }) });
  });
}

function contextMenu(
  { isEditable, selectionText, editFlags }: ClickedContent,
  say: Say,
): MenuItemConstructorOptions[] {
  const copy = { role: 'copy', label: say('menu.role.copy'), enabled: editFlags.canCopy } as const;
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', label: say('menu.role.cut'), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: say('menu.role.paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: say('menu.role.selectAll'), enabled: editFlags.canSelectAll },
  ];
}
