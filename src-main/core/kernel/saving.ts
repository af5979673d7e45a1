import { fail, ok, type FailureReason, type Result } from '#contract/failure.ts';

/** What the file system says, where a user does something else about it. */
const reasons: Readonly<Record<string, FailureReason>> = {
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EROFS: 'read-only',
  EACCES: 'denied',
  EPERM: 'denied',
};

/** Saves through the shell's dialog: the file's name, `null` without one, or `file`. */
export async function savedAs(
  save: () => Promise<string | undefined>,
): Promise<Result<{ readonly name: string | null }>> {
  try {
    return ok({ name: (await save()) ?? null });
  } catch (error) {
    const reason = reasons[String((error as { readonly code?: unknown } | null)?.code)];
    return fail('file', { ...(reason && { reason }) });
  }
}
