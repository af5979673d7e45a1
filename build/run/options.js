import { resolve } from 'node:path';
import { Stop } from './project.js';

/**
 * The options of `npm start -- …`. Everything else is passed on to the app.
 *
 * @typedef {object} Options
 * @property {string | undefined} service address of another service than the local one
 * @property {string | undefined} profile absolute folder
 * @property {number} port of the local service
 * @property {string | undefined} scale size of the local service's data
 * @property {boolean} signIn show the sign-in screen, filled in, instead of signing in
 * @property {boolean} dev rebuild and restart when a source changes
 * @property {readonly string[]} rest
 */

/** The service's own default. */
const defaultPort = 8787;

/**
 * @param {readonly string[]} args
 * @returns {Options}
 */
export function readOptions(args) {
  /** @type {Map<string, string>} */
  const values = new Map();
  /** @type {Set<string>} */
  const flags = new Set();
  /** @type {string[]} */
  const rest = [];
  const queue = args.flatMap((arg) => {
    const [, name = '', value = ''] = /^--(service|profile|port|scale)=(.*)$/su.exec(arg) ?? [];
    return name === '' ? [arg] : [`--${name}`, value];
  });
  while (queue.length > 0) {
    const arg = queue.shift() ?? '';
    if (['--service', '--profile', '--port', '--scale'].includes(arg)) {
      const value = queue.shift();
      if (value === undefined || value === '') throw new Stop(`${arg} wants a value.`);
      values.set(arg, value);
    } else if (['--sign-in', '--dev'].includes(arg)) flags.add(arg);
    else rest.push(arg);
  }
  return {
    service: address(values.get('--service')),
    profile: folder(values.get('--profile')),
    port: port(values.get('--port')),
    scale: values.get('--scale'),
    signIn: flags.has('--sign-in'),
    dev: flags.has('--dev'),
    rest,
  };
}

/** @param {string | undefined} text */
function address(text) {
  if (text === undefined || /^https?:\/\//u.test(text)) return text;
  throw new Stop(`--service wants an address that begins with https://, not ${text}`);
}

/** @param {string | undefined} path relative to where npm was called */
function folder(path) {
  return path === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', path);
}

/** @param {string | undefined} text */
function port(text) {
  const number = Number(text ?? defaultPort);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  throw new Stop(`--port wants a number from 1 to 65535, not ${text ?? ''}`);
}
