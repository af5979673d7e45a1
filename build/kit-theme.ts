const smallIcons = { leadingIcon: 'size-4', trailingIcon: 'size-4' };

/**
 * How the kit's parts look where they differ from its own theme: icons the size of the text, hovers
 * that keep their contrast (the kit fades, which costs it), fields with an edge of 3:1.
 */
export const kitTheme = {
  colors: {
    primary: 'teal',
    success: 'green',
    warning: 'amber',
    error: 'red',
    neutral: 'zinc' as const,
  },
  button: {
    slots: { base: 'cursor-default transition-colors duration-120' },
    variants: { size: { sm: smallIcons, md: smallIcons, lg: { leadingIcon: 'size-4.5' } } },
    compoundVariants: [
      {
        color: 'primary' as const,
        variant: 'solid' as const,
        class: 'hover:bg-(--accent-strong) active:bg-(--accent-strong) disabled:bg-primary',
      },
      {
        color: 'error' as const,
        variant: 'solid' as const,
        class: 'hover:bg-(--error-strong) active:bg-(--error-strong)',
      },
    ],
  },
  input: {
    slots: { base: 'placeholder:text-muted' },
    variants: {
      variant: { outline: 'ring-field' },
      size: { md: { leadingIcon: 'size-4', trailingIcon: 'size-4' } },
    },
  },
  popover: { slots: { content: 'shadow-float ring-0 dark:bg-elevated' } },
  skeleton: { base: 'rounded-md bg-accented' },
};
