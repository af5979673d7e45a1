/**
 * What Electron and the keychain module need of a Linux system, by the names of its packages. Where
 * distributions name one differently, either will do. An AppImage can only hope for them.
 */
export const debLibraries = {
  needed: [
    // `dbus-send`, which asks whether the desktop shows a tray.
    'dbus-bin | dbus',
    'libasound2t64 | libasound2',
    'libatspi2.0-0t64 | libatspi2.0-0',
    'libgbm1',
    'libgtk-3-0t64 | libgtk-3-0',
    'libnotify4',
    'libnss3',
    // The keychain: without it the module does not load.
    'libsecret-1-0',
    'libuuid1',
    'libxss1',
    'libxtst6',
    'xdg-utils',
  ],
  recommended: [
    // Something that answers as the keychain.
    'gnome-keyring | kwalletmanager',
    // Copies from the tray on Wayland, where a program without the focus cannot.
    'wl-clipboard',
  ],
} as const;

export const rpmLibraries = {
  needed: [
    '(alsa-lib or libasound2)',
    'at-spi2-core',
    '(dbus-tools or dbus-1-tools or dbus-1)',
    'gtk3',
    'libnotify',
    '(libsecret or libsecret-1-0)',
    '(libuuid or libuuid1)',
    '(libXScrnSaver or libXss1)',
    '(libXtst or libXtst6)',
    '(mesa-libgbm or libgbm1)',
    '(nss or mozilla-nss)',
    'xdg-utils',
  ],
} as const;
