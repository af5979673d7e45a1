import type { App } from 'electron';
import { describe, expect, it } from 'vitest';
import { createTestShell } from '#test/electron/test-shell.ts';
import { silenceChromium } from '#electron/window/network-silence.ts';

const shell = createTestShell();

/** What a page can want of the network that is no request. */
const wishes = `(() => {
  for (const rel of ['dns-prefetch', 'preconnect']) {
    const link = document.createElement('link');
    Object.assign(link, { rel, href: 'https://thief.example.com/' });
    document.head.append(link);
  }
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:192.0.2.1' }] });
  peer.createDataChannel('out');
  void peer.createOffer().then((offer) => peer.setLocalDescription(offer));
})()`;

describe('a page that was taken over', () => {
  it('has no name resolved, no connection made in advance and no peer, no dictionary is fetched, and Electron’s default session is not used', async () => {
    silenceChromium(shell.standIn.app as unknown as App, false);
    await shell.start();
    const page = await shell.openPage();
    await page.evaluate(wishes);
    // A later message through the same channel proves that the requests were handled.
    await page.keyboard.press('Control+=');
    await expect.poll(() => shell.standIn.windows()[0]?.webContents.zoomLevel).toBe(0.5);
    expect(shell.standIn.records.networkAttempts).toEqual([]);
    expect(shell.standIn.usesDefaultSession()).toBe(false);
  });

  it('has no resolver in a build without updates', () => {
    const { commandLine } = shell.standIn.app;
    silenceChromium(shell.standIn.app as unknown as App, true);
    expect(commandLine.hasSwitch('host-resolver-rules')).toBe(false);
    silenceChromium(shell.standIn.app as unknown as App, false);
    expect(commandLine.getSwitchValue('host-resolver-rules')).toBe('MAP * ~NOTFOUND');
  });
});
