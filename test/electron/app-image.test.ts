import { expect, it } from 'vitest';
import { leaveAppImage } from '#electron/app-image.ts';

const mounted = '/tmp/.mount_culverAbC';

it('a program that an AppImage starts does not load its libraries', () => {
  const environment: NodeJS.ProcessEnv = {
    APPIMAGE: '/home/user/culvert.AppImage',
    APPDIR: mounted,
    LD_LIBRARY_PATH: `${mounted}/usr/lib`,
    PATH: `${mounted}:${mounted}/usr/sbin:/usr/local/bin:/usr/bin`,
    XDG_DATA_DIRS: `${mounted}/usr/share/::/usr/share/gnome:/usr/share/`,
    GSETTINGS_SCHEMA_DIR: `${mounted}/usr/share/glib-2.0/schemas:/opt/schemas`,
    HOME: '/home/user',
  };
  leaveAppImage(environment);
  expect(environment).toEqual({
    APPIMAGE: '/home/user/culvert.AppImage',
    APPDIR: mounted,
    PATH: '/usr/local/bin:/usr/bin',
    XDG_DATA_DIRS: '/usr/share/gnome:/usr/share/',
    GSETTINGS_SCHEMA_DIR: '/opt/schemas',
    HOME: '/home/user',
  });
});

it('the environment of a program that is no AppImage stays as it is', () => {
  const environment = { LD_LIBRARY_PATH: '/opt/lib', PATH: '/usr/bin' };
  leaveAppImage(environment);
  expect(environment).toEqual({ LD_LIBRARY_PATH: '/opt/lib', PATH: '/usr/bin' });
});
