/** How the kit's parts look where they differ from its own theme: colours by token, one focus ring. */
export const kitTheme = {
  colors: {
    primary: 'teal',
    success: 'green',
    warning: 'amber',
    error: 'red',
    neutral: 'zinc',
  },
} as const;
