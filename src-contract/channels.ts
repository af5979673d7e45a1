/**
 * IPC channels: one for calls, one for events. Apart from what is called by them, which brings every
 * schema along: the window opens without.
 */
export const callChannel = 'culvert:call';
export const eventChannel = 'culvert:event';
