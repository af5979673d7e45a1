import { z } from 'zod';

const keyNames =
  '[A-Z0-9]|F([1-9]|1[0-9]|2[0-4])|Space|Insert|Delete|Home|End|PageUp|PageDown|Up|Down|Left|Right';

/** System-wide keys, modifiers in a fixed order. Control or Shift alone are not enough. */
export const ShortcutKeys = z
  .string()
  .max(64)
  .regex(new RegExp(`^(Control\\+)?(Alt\\+)?(Shift\\+)?(Super\\+)?(${keyNames})$`))
  .refine((keys) => {
    const modifiers = keys.split('+').slice(0, -1);
    if (/(^|\+)F\d+$/.test(keys)) return modifiers.length > 0;
    return modifiers.length > 1 || modifiers[0] === 'Alt' || modifiers[0] === 'Super';
  });

/** The keys that open the quick copy window by default. */
export function usualKeys(platform: string): string {
  return platform === 'darwin' ? 'Alt+Super+Space' : 'Control+Shift+Space';
}
