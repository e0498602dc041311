extension StudySettings {
    /// Returns a three-way merge of this study, which is based on the definition `base`, with a newer `definition`.
    /// Differences from the base are preserved; everything else is as in the new definition.
    func rebased(from base: StudySettings, onto definition: StudySettings) -> StudySettings {
        guard base != definition else { return self }
        return StudySettings(
            id: id, uuid: uuid, title: own(title, base.title, definition.title),
            parameters: parameters.rebased(from: base.parameters, onto: definition.parameters, by: \.id) {
                $0.rebased(from: $1, onto: $2)
            },
            lines: lines.rebased(from: base.lines, onto: definition.lines, by: \.title) {
                $0.rebased(from: $1, onto: $2)
            },
            isOverlay: own(isOverlay, base.isOverlay, definition.isOverlay))
    }
}

extension StudySettings.Parameter {
    fileprivate func rebased(from base: Self, onto definition: Self) -> Self {
        var merged = Self(
            id: id, title: own(title, base.title, definition.title),
            studyParamType: own(studyParamType, base.studyParamType, definition.studyParamType),
            value: definition.value, validationTO: own(validationTO, base.validationTO, definition.validationTO))
        // If the value is outside the new bounds, the definition's value remains.
        if value != base.value { try? merged.set(value) }
        return merged
    }
}

extension StudySettings.Line {
    fileprivate func rebased(from base: Self, onto definition: Self) -> Self {
        Self(
            title: title, kind: own(kind, base.kind, definition.kind), color: own(color, base.color, definition.color),
            thickness: own(thickness, base.thickness, definition.thickness),
            isVisible: own(isVisible, base.isVisible, definition.isVisible))
    }
}

/// Returns the value if it differs from the base, or else the definition's value.
private func own<Value: Equatable>(_ value: Value, _ base: Value, _ definition: Value) -> Value {
    value == base ? definition : value
}

extension Array {
    /// Merges this list with the changes from `base` to `definition`. Elements that were removed from the definition
    /// are removed here. Elements that were added to it are inserted after the element that precedes them there. The
    /// other elements of this list remain.
    fileprivate func rebased<Key: Hashable>(
        from base: [Element], onto definition: [Element], by key: (Element) -> Key,
        _ merge: (Element, Element, Element) -> Element
    ) -> [Element] {
        func find(_ wanted: Key, _ list: [Element]) -> Element? { list.first { key($0) == wanted } }

        var merged: [Element] = []
        for element in self {
            let name = key(element)
            switch (find(name, base), find(name, definition)) {
            case (nil, _): merged.append(element)
            case (_?, nil): break
            case (let base?, let definition?): merged.append(merge(element, base, definition))
            }
        }
        for (place, new) in definition.enumerated() where find(key(new), base) == nil && find(key(new), self) == nil {
            let before = Set(definition[..<place].map(key))
            merged.insert(new, at: merged.lastIndex { before.contains(key($0)) }.map { $0 + 1 } ?? 0)
        }
        return merged
    }
}
