import type { NativeTheme } from 'electron';
import type { App } from '#core/app/app.ts';

/** The window's ground before its page has painted; the same as the page's own. */
const ground = { light: '#ffffff', dark: '#18181b' } as const;

/** Everything the system draws follows the theme in the settings. */
export function followTheme(
  nativeTheme: Pick<NativeTheme, 'themeSource'>,
  core: Pick<App, 'tray' | 'onTrayChange'>,
): void {
  const follow = () => {
    const { theme } = core.tray().settings;
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
  };
  follow();
  core.onTrayChange(follow);
}

export function groundColour(nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light;
}
