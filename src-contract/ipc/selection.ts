/** Far more than an account has, and few enough to check their keys without stalling main. */
export const maxSelected = 100_000;
