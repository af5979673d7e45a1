import type { ContextMenuParams, Menu, MenuItemConstructorOptions, WebContents } from 'electron';
import { menuLabels, type MenuLabels } from '#electron/menu-labels.ts';
import type { Language } from '#electron/tray/tray-labels.ts';

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
    const template = contextMenu(clicked, menuLabels[language()]);
    if (template.length === 0) return;
    menu
      .buildFromTemplate(template)
      .popup({ ...(clicked.frame !== null && { frame: clicked.frame }) });
  });
}

function contextMenu(
  { isEditable, selectionText, editFlags }: ClickedContent,
  { roles }: MenuLabels,
): MenuItemConstructorOptions[] {
  const copy = { role: 'copy', label: roles.copy, enabled: editFlags.canCopy } as const;
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', label: roles.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: roles.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: roles.selectAll, enabled: editFlags.canSelectAll },
  ];
}
