extension ProfileRecord {
    /// The first column whose text isn't the number or date that its field asks for, by the format; `nil` where all are.
    ///
    /// Values are not kept: the commonest forms are judged in bulk, and `FieldValue` has the last word on the others.
    func firstInvalidColumn(_ forms: CommonForms) -> Int? {
        var check = forms.firstUncommon(text, ends: fieldEnds, origin: origin, from: 0)
        while check < forms.count {
            let column = format.checkedColumns[check]
            let isAllowed = withField(column.index) { FieldValue($0, kind: column.kind)?.isAllowed ?? false }
            if !isAllowed { return column.index }
            check = forms.firstUncommon(text, ends: fieldEnds, origin: origin, from: check + 1)
        }
        return nil
    }
}
