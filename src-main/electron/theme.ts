import type { BrowserWindow, NativeTheme } from 'electron';
import type { App } from '#core/app/app.ts';

/** The window's ground before its page has painted; the same as the page's own. */
const ground = { light: '#ffffff', dark: '#18181b' } as const;

/** Everything the system draws follows the theme in the settings, and a window's ground the system's. */
export function followTheme(
  nativeTheme: Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors' | 'on'>,
  core: Pick<App, 'tray' | 'onTrayChange'>,
  window: () => Pick<BrowserWindow, 'setBackgroundColor'> | undefined,
): void {
  const paint = () => window()?.setBackgroundColor(groundColour(nativeTheme));
  nativeTheme.on('updated', paint);
  const follow = () => {
    const { theme } = core.tray().settings;
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
  };
  follow();
  paint();
  core.onTrayChange(follow);
}

export function groundColour(nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light;
}
