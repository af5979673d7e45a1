type Leaf<Node, Path extends string> = Node extends string
  ? Path
  : { [Key in keyof Node & string]: Leaf<Node[Key], `${Path}.${Key}`> }[keyof Node & string];

/** Every message of a file of messages, by its dotted path: the same in every language. */
export type MessageKeys<Messages> = {
  [Key in keyof Messages]: Leaf<Messages[Key], Key & string>;
}[keyof Messages];
