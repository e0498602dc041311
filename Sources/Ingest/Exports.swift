// A source is read to hand out profiles, so who imports this module gets the profiles' as well. What packs what is sent is shared by
// the modules of this package alone.
@_exported public import Packing
@_exported public import ProfileFormat
