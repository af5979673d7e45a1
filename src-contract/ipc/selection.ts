/**
 * The most connections that one call may name: far more than an account has, so that "all" means all,
 * and few enough that checking their keys does not stall the main process.
 */
export const maxSelected = 100_000;
