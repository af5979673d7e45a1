import type { Language } from './tray/tray-labels.ts';

/** The roles of Electron's that the menus use. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'minimize'
  | 'zoom'
  | 'front';

/** What the application menu and the context menus say, in one language. Electron's own labels are English. */
export interface MenuLabels {
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly window: string;
  readonly roles: Readonly<Record<MenuRole, string>>;
}

const english: MenuLabels = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  roles: {
    about: 'About Culvert',
    services: 'Services',
    hide: 'Hide Culvert',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    quit: 'Quit Culvert',
    close: 'Close Window',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Full Screen',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
  },
};

const russian: MenuLabels = {
  file: 'Файл',
  edit: 'Правка',
  view: 'Вид',
  window: 'Окно',
  roles: {
    about: 'О программе Culvert',
    services: 'Службы',
    hide: 'Скрыть Culvert',
    hideOthers: 'Скрыть остальные',
    unhide: 'Показать все',
    quit: 'Завершить Culvert',
    close: 'Закрыть окно',
    undo: 'Отменить',
    redo: 'Повторить',
    cut: 'Вырезать',
    copy: 'Копировать',
    paste: 'Вставить',
    selectAll: 'Выделить всё',
    resetZoom: 'Фактический размер',
    zoomIn: 'Увеличить масштаб',
    zoomOut: 'Уменьшить масштаб',
    togglefullscreen: 'Полноэкранный режим',
    minimize: 'Свернуть',
    zoom: 'Изменить размер',
    front: 'Все окна — на передний план',
  },
};

export const menuLabels: Readonly<Record<Language, MenuLabels>> = { en: english, ru: russian };
