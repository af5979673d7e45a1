import type { ContextMenuParams, Menu, MenuItemConstructorOptions, WebContents } from 'electron';
import type { Language } from '#contract/constants.ts';
import { texts, type Say } from '#electron/texts.ts';

type ClickedContent = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** Electron has none of its own: with the mouse alone nothing could be pasted. */
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
