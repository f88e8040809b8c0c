//! Typed access to the columns of a record batch, with errors that name file, column and row.

use std::fmt::Display;
use std::path::Path;

use arrow::array::{Array, ArrayAccessor, AsArray as _, BooleanArray, RecordBatch, StringArray, StructArray};
use arrow::array::{Float64Array, Int32Array, ListArray, TimestampMicrosecondArray, UInt32Array, UInt64Array};
use arrow::datatypes::{Float64Type, Int32Type, TimestampMicrosecondType, UInt32Type, UInt64Type};
use skillc_records::{PixelRect, SessionId, Timestamp, WindowPoint, WindowRect};

use crate::error::{ReadError, Reason};

/// The rows of one batch of a file.
pub(crate) struct Rows<'a> {
    batch: &'a RecordBatch,
    file: &'a Path,
    /// The row of the file that is the batch's row 0.
    first: usize,
}

/// One column of [`Rows`].
pub(crate) struct Values<'a, A> {
    array: &'a A,
    name: &'a str,
    file: &'a Path,
    first: usize,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(batch: &'a RecordBatch, file: &'a Path, first: usize) -> Self {
        Self { batch, file, first }
    }

    pub(crate) fn len(&self) -> usize {
        self.batch.num_rows()
    }

    fn column<A: 'a>(
        &self,
        name: &'a str,
        expected: &str,
        downcast: impl Fn(&'a dyn Array) -> Option<&'a A>,
    ) -> Result<Values<'a, A>, ReadError> {
        let column = self.batch.column_by_name(name);
        let column = column.ok_or_else(|| Reason::MissingColumn(name.to_owned()).at(self.file))?;
        let array = downcast(column.as_ref()).ok_or_else(|| {
            let found = column.data_type().to_string();
            Reason::WrongType {
                column: name.to_owned(),
                found,
                expected: expected.to_owned(),
            }
            .at(self.file)
        })?;
        Ok(Values {
            array,
            name,
            file: self.file,
            first: self.first,
        })
    }

    pub(crate) fn texts(&self, name: &'a str) -> Result<Values<'a, StringArray>, ReadError> {
        self.column(name, "text", |array| array.as_string_opt::<i32>())
    }

    pub(crate) fn counts(&self, name: &'a str) -> Result<Values<'a, UInt32Array>, ReadError> {
        self.column(name, "an unsigned 32-bit integer", |array| {
            array.as_primitive_opt::<UInt32Type>()
        })
    }

    pub(crate) fn integers(&self, name: &'a str) -> Result<Values<'a, Int32Array>, ReadError> {
        self.column(name, "a 32-bit integer", |array| array.as_primitive_opt::<Int32Type>())
    }

    pub(crate) fn durations(&self, name: &'a str) -> Result<Values<'a, UInt64Array>, ReadError> {
        self.column(name, "an unsigned 64-bit integer", |array| {
            array.as_primitive_opt::<UInt64Type>()
        })
    }

    pub(crate) fn reals(&self, name: &'a str) -> Result<Values<'a, Float64Array>, ReadError> {
        self.column(name, "a 64-bit float", |array| array.as_primitive_opt::<Float64Type>())
    }

    pub(crate) fn truths(&self, name: &'a str) -> Result<Values<'a, BooleanArray>, ReadError> {
        self.column(name, "a boolean", |array| array.as_boolean_opt())
    }

    pub(crate) fn moments(&self, name: &'a str) -> Result<Values<'a, TimestampMicrosecondArray>, ReadError> {
        self.column(name, "a timestamp in microseconds", |array| {
            array.as_primitive_opt::<TimestampMicrosecondType>()
        })
    }

    pub(crate) fn structs(&self, name: &'a str) -> Result<Values<'a, StructArray>, ReadError> {
        self.column(name, "a structure", |array| array.as_struct_opt())
    }

    pub(crate) fn lists(&self, name: &'a str) -> Result<Values<'a, ListArray>, ReadError> {
        self.column(name, "a list", |array| array.as_list_opt::<i32>())
    }

    /// Checks that every row is of `session`.
    pub(crate) fn all_of(&self, session: &SessionId) -> Result<(), ReadError> {
        let ids = self.texts("session_id")?;
        for row in 0..self.len() {
            let id = ids.required(row)?;
            if id != session.as_str() {
                return Err(ids.bad(row, id, "the session that the file is named after"));
            }
        }
        Ok(())
    }

    /// The four columns of a box in window points.
    pub(crate) fn rects(&self) -> Result<Rects<'a>, ReadError> {
        Ok(Rects {
            x: self.reals("x_pt")?,
            y: self.reals("y_pt")?,
            width: self.reals("width_pt")?,
            height: self.reals("height_pt")?,
        })
    }

    /// Two columns of a point in the window.
    pub(crate) fn points(&self, x: &'a str, y: &'a str) -> Result<Points<'a>, ReadError> {
        Ok(Points {
            x: self.reals(x)?,
            y: self.reals(y)?,
        })
    }
}

impl<'a, A: Array> Values<'a, A>
where
    &'a A: ArrayAccessor,
{
    pub(crate) fn optional(&self, row: usize) -> Option<<&'a A as ArrayAccessor>::Item> {
        let array = self.array;
        (row < array.len() && array.is_valid(row)).then(|| ArrayAccessor::value(&array, row))
    }

    pub(crate) fn required(&self, row: usize) -> Result<<&'a A as ArrayAccessor>::Item, ReadError> {
        self.optional(row).ok_or_else(|| {
            Reason::Null {
                column: self.name.to_owned(),
                row: self.first + row,
            }
            .at(self.file)
        })
    }
}

impl<A> Values<'_, A> {
    /// The error for a value that the format doesn't allow.
    pub(crate) fn bad(&self, row: usize, value: impl Display, expected: &'static str) -> ReadError {
        // A value of megabytes would drown the message.
        let value = value.to_string().chars().take(80).collect();
        Reason::BadValue {
            column: self.name.to_owned(),
            row: self.first + row,
            value,
            expected,
        }
        .at(self.file)
    }
}

impl Values<'_, StringArray> {
    pub(crate) fn owned(&self, row: usize) -> Option<String> {
        self.optional(row).map(str::to_owned)
    }

    /// The one of `all` whose word stands in `row`.
    pub(crate) fn word<T: Copy>(
        &self,
        row: usize,
        all: &[T],
        word: impl Fn(T) -> &'static str,
        expected: &'static str,
    ) -> Result<T, ReadError> {
        let found = self.required(row)?;
        all.iter()
            .copied()
            .find(|&value| word(value) == found)
            .ok_or_else(|| self.bad(row, found, expected))
    }
}

impl Values<'_, TimestampMicrosecondArray> {
    pub(crate) fn moment(&self, row: usize) -> Result<Timestamp, ReadError> {
        self.required(row).map(Timestamp)
    }

    pub(crate) fn moment_if_any(&self, row: usize) -> Option<Timestamp> {
        self.optional(row).map(Timestamp)
    }
}

impl Values<'_, Float64Array> {
    pub(crate) fn finite(&self, row: usize) -> Result<f64, ReadError> {
        let value = self.required(row)?;
        if value.is_finite() {
            Ok(value)
        } else {
            Err(self.bad(row, value, "a finite number"))
        }
    }

    fn finite_if_any(&self, row: usize) -> Result<Option<f64>, ReadError> {
        if self.optional(row).is_some() {
            self.finite(row).map(Some)
        } else {
            Ok(None)
        }
    }
}

impl Values<'_, StructArray> {
    /// A member of the structure in `row`, where the member is a text.
    pub(crate) fn text_member(&self, row: usize, member: &str) -> Result<Option<String>, ReadError> {
        let column = self.array.column_by_name(member);
        let texts = column.and_then(|column| column.as_string_opt::<i32>());
        let texts = texts.ok_or_else(|| Reason::MissingColumn(format!("{}.{member}", self.name)).at(self.file))?;
        let there = row < texts.len() && self.array.is_valid(row) && texts.is_valid(row);
        Ok(there.then(|| texts.value(row).to_owned()))
    }
}

impl Values<'_, ListArray> {
    /// The boxes in `row`.
    pub(crate) fn pixel_rects(&self, row: usize) -> Result<Vec<PixelRect>, ReadError> {
        let list = self.required(row)?;
        let missing = |name: &str| Reason::MissingColumn(format!("{}.{name}", self.name)).at(self.file);
        let members = list.as_struct_opt().ok_or_else(|| missing("element"))?;
        let side = |name: &str| {
            let column = members
                .column_by_name(name)
                .and_then(|column| column.as_primitive_opt::<Float64Type>());
            column.ok_or_else(|| missing(name))
        };
        let (x, y, width, height) = (side("x_px")?, side("y_px")?, side("width_px")?, side("height_px")?);
        let rect = |i| PixelRect::new(x.value(i), y.value(i), width.value(i), height.value(i));
        Ok((0..members.len()).map(rect).collect())
    }
}

/// The columns of a box.
pub(crate) struct Rects<'a> {
    x: Values<'a, Float64Array>,
    y: Values<'a, Float64Array>,
    width: Values<'a, Float64Array>,
    height: Values<'a, Float64Array>,
}

impl Rects<'_> {
    /// The box in `row`; none if its four columns are null. A box with some of them is refused.
    pub(crate) fn optional(&self, row: usize) -> Result<Option<WindowRect>, ReadError> {
        let sides = [&self.x, &self.y, &self.width, &self.height];
        if sides.iter().all(|side| side.optional(row).is_none()) {
            return Ok(None);
        }
        self.required(row).map(Some)
    }

    pub(crate) fn required(&self, row: usize) -> Result<WindowRect, ReadError> {
        let (x, y) = (self.x.finite(row)?, self.y.finite(row)?);
        Ok(WindowRect::new(x, y, self.width.finite(row)?, self.height.finite(row)?))
    }
}

/// The columns of a point.
pub(crate) struct Points<'a> {
    x: Values<'a, Float64Array>,
    y: Values<'a, Float64Array>,
}

impl Points<'_> {
    /// The point in `row`; none if both columns are null. Half a point is refused.
    pub(crate) fn optional(&self, row: usize) -> Result<Option<WindowPoint>, ReadError> {
        match (self.x.finite_if_any(row)?, self.y.finite_if_any(row)?) {
            (None, None) => Ok(None),
            _ => self.required(row).map(Some),
        }
    }

    pub(crate) fn required(&self, row: usize) -> Result<WindowPoint, ReadError> {
        Ok(WindowPoint::new(self.x.finite(row)?, self.y.finite(row)?))
    }
}
