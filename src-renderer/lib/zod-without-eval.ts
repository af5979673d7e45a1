/**
 * zod compiles each object schema with `new Function` when the schema is made, which the content
 * policy refuses. It takes this configuration up where it finds it when it is loaded, so that what
 * the window shows first need not load it. Import this before any module that makes schemas.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
