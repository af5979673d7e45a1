import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

/** The service's own Hono: on Node, with the bare request at hand. */
export type ServiceApp = Hono<{ Bindings: HttpBindings }>;
export type ServiceContext = Context<{ Bindings: HttpBindings }>;
