type Defined<Bag> = {
  [Name in keyof Bag as undefined extends Bag[Name] ? never : Name]: Bag[Name];
} & {
  [Name in keyof Bag as undefined extends Bag[Name] ? Name : never]?: Exclude<Bag[Name], undefined>;
};

/**
 * The members of an object that have a value, in their order: the one way to leave out what is absent, as
 * `{ id, ...defined({ hint, cause }) }`. A member that is `undefined` is not there at all, as in JSON.
 */
export function defined<const Bag extends object>(bag: Bag): Defined<Bag> {
  return Object.fromEntries(Object.entries(bag).filter(([, value]) => value !== undefined)) as Defined<Bag>;
}
