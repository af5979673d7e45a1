import type * as Electron from 'electron';

/**
 * The parts of Electron that the stand-in imitates, in its own types: a changed signature no longer compiles
 * here. Events are left out, as overloads that nothing but Electron's own classes can satisfy.
 */
export interface Imitated {
  readonly app: {
    readonly commandLine: Pick<
      Electron.CommandLine,
      'appendSwitch' | 'getSwitchValue' | 'hasSwitch' | 'removeSwitch'
    >;
  } & Pick<
    Electron.App,
    | 'enableSandbox'
    | 'exit'
    | 'getLocale'
    | 'getName'
    | 'getPreferredSystemLanguages'
    | 'getVersion'
    | 'isPackaged'
    | 'isReady'
    | 'name'
    | 'quit'
    | 'requestSingleInstanceLock'
    | 'setLoginItemSettings'
    | 'whenReady'
  >;
  readonly BrowserWindow: {
    new (options?: Electron.BrowserWindowConstructorOptions): Pick<
      Electron.BrowserWindow,
      | 'blur'
      | 'close'
      | 'destroy'
      | 'focus'
      | 'getBounds'
      | 'getNormalBounds'
      | 'hide'
      | 'isDestroyed'
      | 'isFullScreen'
      | 'isFocused'
      | 'isMaximized'
      | 'isMinimized'
      | 'isVisible'
      | 'maximize'
      | 'minimize'
      | 'restore'
      | 'setAlwaysOnTop'
      | 'setBackgroundColor'
      | 'setBounds'
      | 'setFullScreen'
      | 'setVisibleOnAllWorkspaces'
      | 'show'
    > & {
      loadURL(address: string): ReturnType<Electron.BrowserWindow['loadURL']>;
      readonly webContents: Pick<
        Electron.WebContents,
        'getURL' | 'isDestroyed' | 'isLoading' | 'send' | 'zoomLevel'
      >;
    };
    getAllWindows(): object[];
    getFocusedWindow(): object | null;
  };
  readonly Tray: new (image: never) => {
    setToolTip: Electron.Tray['setToolTip'];
    destroy: Electron.Tray['destroy'];
  };
  readonly globalShortcut: Pick<
    Electron.GlobalShortcut,
    'isRegistered' | 'isSuspended' | 'register' | 'setSuspended' | 'unregister' | 'unregisterAll'
  >;
  readonly ipcMain: { removeHandler: Electron.IpcMain['removeHandler'] };
  readonly session: { fromPartition(partition: string): object; readonly defaultSession: object };
  readonly ClipboardItem: new (
    items: Record<string, string | Blob>,
  ) => Pick<Electron.ClipboardItem, 'types'>;
  readonly Menu: { setApplicationMenu(menu: null): void };
  readonly Notification: {
    new (options: Electron.NotificationConstructorOptions): Pick<Electron.Notification, 'show'>;
    isSupported(): ReturnType<typeof Electron.Notification.isSupported>;
  };
  readonly clipboard: Pick<Electron.Clipboard, 'clear' | 'has' | 'readText' | 'writeText'>;
  readonly dialog: {
    showMessageBox(
      window: never,
      options: Electron.MessageBoxOptions,
    ): ReturnType<Electron.Dialog['showMessageBox']>;
    showErrorBox: Electron.Dialog['showErrorBox'];
    showOpenDialog(
      options: Electron.OpenDialogOptions,
    ): ReturnType<Electron.Dialog['showOpenDialog']>;
    showSaveDialog(
      options: Electron.SaveDialogOptions,
    ): ReturnType<Electron.Dialog['showSaveDialog']>;
  };
  readonly nativeImage: {
    createFromPath(path: string): Pick<Electron.NativeImage, 'getSize' | 'isEmpty'>;
  };
  readonly nativeTheme: Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'>;
  readonly powerMonitor: Pick<Electron.PowerMonitor, 'getSystemIdleTime'>;
  readonly protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged'> & {
    handle(scheme: string, handler: never): void;
  };
  readonly screen: {
    getAllDisplays(): Pick<Electron.Display, 'bounds' | 'id' | 'scaleFactor' | 'workArea'>[];
    getCursorScreenPoint: Electron.Screen['getCursorScreenPoint'];
    getDisplayNearestPoint(
      point: Electron.Point,
    ): Pick<Electron.Display, 'bounds' | 'id' | 'scaleFactor' | 'workArea'>;
  };
  readonly utilityProcess: {
    fork(
      ...values: Parameters<typeof Electron.utilityProcess.fork>
    ): Pick<Electron.UtilityProcess, 'kill' | 'pid' | 'postMessage'>;
  };
  readonly shell: { openExternal(address: string): ReturnType<Electron.Shell['openExternal']> };
}
